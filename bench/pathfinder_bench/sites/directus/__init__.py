"""The gliders, pilots, bookings and jobs of a gliding club: Directus."""
