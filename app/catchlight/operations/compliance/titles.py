"""Names of the checks in English and Chinese, and the advice when one fails."""

from __future__ import annotations

TITLES: dict[str, tuple[str, str, str]] = {
    "photo_size": ("Size in pixels", "像素尺寸", "Make the photo again for this document."),
    "dpi_tag": ("Density in the file", "文件分辨率", "Without it a printer guesses the size; export it again."),
    "file_kb": ("File size", "文件大小", "Set a target for the file's size."),
    "single_face": ("One face", "单人", "Use a picture with one person."),
    "readable_face": (
        "Face can be measured",
        "面部可测量",
        "Use a sharper picture in which the face looks at the camera.",
    ),
    "head_height": ("Head height", "头部高度", "Move the crown and chin guides, or make the photo again."),
    "eye_line": ("Eye line from the bottom", "眼睛到底边", "Move the eye line, or make the photo again."),
    "top_margin": ("Room above the head", "头顶留白", "Use a picture with more room above the head."),
    "head_width": ("Head width", "头部宽度", "Make the photo again."),
    "centering": ("Centred", "居中", "Make the photo again."),
    "roll": ("Head upright", "头部端正", "Switch on levelling the eyes."),
    "yaw_pitch": ("Looks straight ahead", "正对镜头", "Take the picture with the face straight to the camera."),
    "inter_eye": ("Distance of the eyes", "瞳距像素", "Use a larger picture or a higher resolution."),
    "resolution": ("Detail of the source", "原图细节", "Use a larger picture: this one had to be enlarged."),
    "complete": ("Nothing added", "无补画", "Use a picture with more room around head and shoulders."),
    "background_uniform": ("Even background", "背景均匀", "Choose a plain background colour."),
    "background_colour": ("Background colour", "背景颜色", "Choose the document's own background colour."),
    "illumination": ("Even light", "光线均匀", "Light the face from the front; avoid a window at the side."),
    "exposure": ("Exposure", "曝光", "Take the picture with less or more light."),
    "dynamic_range": ("Tonal range of the face", "面部层次", "Take the picture in softer, brighter light."),
    "sharpness": ("Sharpness", "清晰度", "Take a sharper picture."),
    "natural_colour": ("Natural skin colour", "肤色自然", "Correct the white balance; use a colour photo."),
    "compression": ("Compression", "压缩", "Allow a larger file."),
    "eyes_open": ("Eyes open", "睁眼", "Take the picture with both eyes open."),
    "mouth_closed": ("Mouth closed", "闭嘴", "Take the picture with the mouth closed."),
    "expression": ("Neutral expression", "表情自然", "Take the picture without a smile."),
    "gaze": ("Looks at the camera", "视线", "Take the picture with the eyes on the lens."),
    "occlusion": ("Nothing over the eyes", "眼部无遮挡", "Move the hair out of the eyes."),
    "glare": ("No glare on glasses", "眼镜无反光", "Take the glasses off or move the light."),
    "red_eyes": ("No red eyes", "无红眼", "Take the picture without a flash at the lens."),
    "head_covering": ("Head covering", "头部遮盖物", "Only allowed for religious or medical reasons."),
    "edit_provenance": ("Edits", "编辑记录", "Keep the original background, or photograph against a plain wall."),
}
"""id: (English, Chinese, advice)."""
