"""What a chat or a post shows of a link: a picture of the page or of the moment."""
