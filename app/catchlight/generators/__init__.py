"""Adapters to engines that the user runs: an ONNX file, ComfyUI, sd-server, and servers that speak OpenAI's images API."""
