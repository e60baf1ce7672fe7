"""What tenants report to their caretakers: django-helpdesk."""
