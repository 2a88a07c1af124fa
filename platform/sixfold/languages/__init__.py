"""The languages of the site: which one a visitor reads, and the catalogues of its texts."""
