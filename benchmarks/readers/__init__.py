"""What readers cost the server: reruns beside a bare page, and many readers at once."""
