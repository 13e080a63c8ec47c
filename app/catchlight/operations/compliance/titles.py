"""Names of the checks in English and Chinese, the advice when one fails, and units in words."""

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
    "complete": ("All there, nothing added", "完整且无补画", "Use a picture with more room around head and shoulders."),
    "background_uniform": ("Even background", "背景均匀", "Choose a plain background colour."),
    "background_colour": ("Background colour", "背景颜色", "Choose the document's own background colour."),
    "illumination": ("Even light", "光线均匀", "Light the face from the front; avoid a window at the side."),
    "exposure": ("Bright enough", "亮度足够", "Take the picture with more light on the face."),
    "dynamic_range": ("Tonal range of the face", "面部层次", "Take the picture in softer, brighter light."),
    "sharpness": ("Sharpness", "清晰度", "Take a sharper picture."),
    "overexposure": ("Not overexposed", "未过曝", "Take the picture with less light, or move the lamp away."),
    "natural_colour": ("Natural skin colour", "肤色自然", "Correct the white balance; use a colour photo."),
    "person": ("A living person", "真人", "Take a photograph of a person; statues and figures are refused."),
    "colour": ("In colour", "彩色照片", "Use a colour photograph; this document wants no grey or toned print."),
    "compression": ("Compression", "压缩", "Allow a larger file."),
    "eyes_open": ("Eyes open", "睁眼", "Take the picture with both eyes open."),
    "mouth_closed": ("Mouth closed", "闭嘴", "Take the picture with the mouth closed."),
    "expression": ("Neutral expression", "表情自然", "Take the picture without a smile."),
    "gaze": ("Looks at the camera", "视线", "Take the picture with the eyes on the lens."),
    "eyes_visible": (
        "Both eyes seen",
        "双眼可见",
        "Take sunglasses off, move hair and reflections away, and open both eyes.",
    ),
    "teeth": ("No teeth showing", "不露齿", "Take the picture with the mouth closed."),
    "mouth_seen": ("Mouth seen", "嘴部可见", "Take mask, scarf or hand away from the mouth."),
    "face_outline": ("Face uncovered", "面部无遮挡", "Move hair, scarf or hands away from the face."),
    "hand": ("No hand at the face", "面部旁无手", "Take the hand away from the chin."),
    "glasses": ("Glasses", "眼镜", "Take the glasses off: this document does not want them."),
    "own_lines": (
        "Lines placed by hand",
        "手动参考线",
        "Look whether your lines lie on crown, eyes and chin; they were obeyed.",
    ),
    "other_people": ("Nobody else", "无他人", "Use a picture that shows one person alone."),
    "background_left": (
        "Old background gone",
        "原背景已去除",
        "Photograph in front of a plain wall unlike hair and clothes.",
    ),
    "background_rim": (
        "No scraps of it",
        "边缘无残留",
        "Look for scraps of the old background round hair and shoulders.",
    ),
    "background_alike": (
        "Outline told by colour",
        "轮廓与背景可分",
        "Look whether the outline is where the person ends: here they have the colours of the old background.",
    ),
    "background_edge": ("Clean outline", "轮廓干净", "Photograph in front of a plain wall unlike hair and clothes."),
    "background_soft": ("Sharp outline", "轮廓清晰", "Look at the outline of the hair at full size."),
    "file_type": ("File type", "文件类型", "Choose the file type that the document asks for."),
    "occlusion": ("Nothing over the eyes", "眼部无遮挡", "Move the hair out of the eyes."),
    "glare": ("No glare on glasses", "眼镜无反光", "Take the glasses off or move the light."),
    "red_eyes": ("No red eyes", "无红眼", "Take the picture without a flash at the lens."),
    "head_covering": ("Head covering", "头部遮盖物", "Only allowed for religious or medical reasons."),
    "edit_provenance": ("Edits", "编辑记录", "This document refuses changed pictures: start from the untouched photo."),
}
"""id: (English, Chinese, advice)."""

UNITS: dict[str, str] = {
    "degrees": "°",
    "ratio": "",
    "0-100": "of 100",
    "times enlarged": "×",
    "L*": "of 100",
    "of skin's L*": "of the skin's brightness",
    "% of width squared": "% of the mouth",
    "% below the chin": "% under the chin",
    "% of width": "% of the width",
    "% of lips": "% of the lips",
    "% of face": "% of the face",
    "% of outline": "% of the outline",
    "% of eyes": "% of the eyes",
    "% of pupil": "% of the pupil",
    "chroma by L*": "colour by brightness",
    "CIELAB units at L* 50": "steps of colour",
    "CIELAB units": "steps of colour",
    "dE00": "steps of colour",
    "bits": "bits of 8",
}
"""Units of the checks as people read them; others (mm, px, kB, dpi) stand as they are. docs/verdict.md defines each."""


def plain_unit(unit: str) -> str:
    """A unit of a check in plain English words."""
    return UNITS.get(unit, unit)
