"""The rooms, guests and bookings of a guesthouse among orchards (HotelDruid)."""
