"""The evenings that a site holds come down to the desk of their final, as pictures from which it takes its entries."""
