"""The web pages that a walking club has watched for changes (changedetection.io)."""
