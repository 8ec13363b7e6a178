"""Programs for the documentation: pictures of the games, screenshots of the app, and the site's hook."""
