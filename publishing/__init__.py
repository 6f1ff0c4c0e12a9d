"""A tournament that is seen outside its hall: desks publish to a site or a web space, a site takes in what desks send."""
