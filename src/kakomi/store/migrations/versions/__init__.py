"""One file a step; a step that has been published is never changed."""
