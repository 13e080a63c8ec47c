"""The same edits on another machine: an Editor over the service's HTTP paths. Knows no front end and no engine work."""
