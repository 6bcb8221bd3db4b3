"""Plugs into evaluation tools: a tool's own judge, read under a contract; an unread reply is seen as unread."""
