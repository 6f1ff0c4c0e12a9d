"""What makes results outlive the disk they are on: copies, the journal, coming back from them, and trying all of it beforehand."""
