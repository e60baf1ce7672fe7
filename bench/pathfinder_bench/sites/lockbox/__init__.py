"""The back office of an escape-room business."""
