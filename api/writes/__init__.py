"""What programs write, through the services of the desk."""
