"""What differs between operating systems: folders, locks, processes; and writing files atomically."""
