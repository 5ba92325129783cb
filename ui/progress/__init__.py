"""The reader's own progress: kept, shown and handed over by the browser alone."""
