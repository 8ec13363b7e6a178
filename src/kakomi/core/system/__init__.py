"""What differs between operating systems: folders, locks, processes; and files written whole."""
