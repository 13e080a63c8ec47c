"""The operation ``headshot``: clothes in other colours, a background and a framing for the job."""
