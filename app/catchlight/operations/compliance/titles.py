"""Names of the checks in English and Chinese, the advice when one fails, and units in words."""

from __future__ import annotations

from catchlight.core.messages import mark

TITLES: dict[str, tuple[str, str, str]] = {
    "photo_size": (mark("Size in pixels"), "像素尺寸", mark("Make the photo again for this document.")),
    "dpi_tag": (
        mark("Density in the file"),
        "文件分辨率",
        mark("Without it a printer guesses the size; export it again."),
    ),
    "file_kb": (mark("File size"), "文件大小", mark("Set a target for the file's size.")),
    "single_face": (mark("One face"), "单人", mark("Use a picture with one person.")),
    "readable_face": (
        mark("Face can be measured"),
        "面部可测量",
        mark("Use a sharper picture in which the face looks at the camera."),
    ),
    "head_height": (mark("Head height"), "头部高度", mark("Move the crown and chin guides, or make the photo again.")),
    "eye_line": (mark("Eye line from the bottom"), "眼睛到底边", mark("Move the eye line, or make the photo again.")),
    "top_margin": (mark("Room above the head"), "头顶留白", mark("Use a picture with more room above the head.")),
    "head_width": (mark("Head width"), "头部宽度", mark("Make the photo again.")),
    "centering": (mark("Centred"), "居中", mark("Make the photo again.")),
    "roll": (mark("Head upright"), "头部端正", mark("Switch on levelling the eyes.")),
    "yaw_pitch": (
        mark("Looks straight ahead"),
        "正对镜头",
        mark("Take the picture with the face straight to the camera."),
    ),
    "inter_eye": (mark("Distance of the eyes"), "瞳距像素", mark("Use a larger picture or a higher resolution.")),
    "resolution": (
        mark("Detail of the source"),
        "原图细节",
        mark("Use a larger picture: this one had to be enlarged."),
    ),
    "complete": (
        mark("All there, nothing added"),
        "完整且无补画",
        mark("Use a picture with more room around head and shoulders."),
    ),
    "background_uniform": (mark("Even background"), "背景均匀", mark("Choose a plain background colour.")),
    "background_colour": (mark("Background colour"), "背景颜色", mark("Choose the document's own background colour.")),
    "illumination": (
        mark("Even light"),
        "光线均匀",
        mark("Light the face from the front; avoid a window at the side."),
    ),
    "exposure": (mark("Bright enough"), "亮度足够", mark("Take the picture with more light on the face.")),
    "dynamic_range": (mark("Tonal range of the face"), "面部层次", mark("Take the picture in softer, brighter light.")),
    "sharpness": (mark("Sharpness"), "清晰度", mark("Take a sharper picture.")),
    "overexposure": (
        mark("Not overexposed"),
        "未过曝",
        mark("Take the picture with less light, or move the lamp away."),
    ),
    "natural_colour": (mark("Natural skin colour"), "肤色自然", mark("Correct the white balance; use a colour photo.")),
    "person": (
        mark("A living person"),
        "真人",
        mark("Take a photograph of a person; statues and figures are refused."),
    ),
    "colour": (
        mark("In colour"),
        "彩色照片",
        mark("Use a colour photograph; this document wants no grey or toned print."),
    ),
    "compression": (mark("Compression"), "压缩", mark("Allow a larger file.")),
    "eyes_open": (mark("Eyes open"), "睁眼", mark("Take the picture with both eyes open.")),
    "mouth_closed": (mark("Mouth closed"), "闭嘴", mark("Take the picture with the mouth closed.")),
    "expression": (mark("Neutral expression"), "表情自然", mark("Take the picture without a smile.")),
    "gaze": (mark("Looks at the camera"), "视线", mark("Take the picture with the eyes on the lens.")),
    "eyes_visible": (
        mark("Both eyes seen"),
        "双眼可见",
        mark("Take sunglasses off, move hair and reflections away, and open both eyes."),
    ),
    "teeth": (mark("No teeth showing"), "不露齿", mark("Take the picture with the mouth closed.")),
    "mouth_seen": (mark("Mouth seen"), "嘴部可见", mark("Take mask, scarf or hand away from the mouth.")),
    "face_outline": (mark("Face uncovered"), "面部无遮挡", mark("Move hair, scarf or hands away from the face.")),
    "hand": (mark("No hand at the face"), "面部旁无手", mark("Take the hand away from the chin.")),
    "glasses": (mark("Glasses"), "眼镜", mark("Take the glasses off: this document does not want them.")),
    "own_lines": (
        mark("Lines placed by hand"),
        "手动参考线",
        mark("Look whether your lines lie on crown, eyes and chin; they were obeyed."),
    ),
    "other_people": (mark("Nobody else"), "无他人", mark("Use a picture that shows one person alone.")),
    "background_left": (
        mark("Old background gone"),
        "原背景已去除",
        mark("Photograph in front of a plain wall unlike hair and clothes."),
    ),
    "background_rim": (
        mark("No scraps of it"),
        "边缘无残留",
        mark("Look for scraps of the old background round hair and shoulders."),
    ),
    "background_alike": (
        mark("Outline told by colour"),
        "轮廓与背景可分",
        mark("Look whether the outline is where the person ends: here they have the colours of the old background."),
    ),
    "background_edge": (
        mark("Clean outline"),
        "轮廓干净",
        mark("Photograph in front of a plain wall unlike hair and clothes."),
    ),
    "background_soft": (mark("Sharp outline"), "轮廓清晰", mark("Look at the outline of the hair at full size.")),
    "file_type": (mark("File type"), "文件类型", mark("Choose the file type that the document asks for.")),
    "occlusion": (mark("Nothing over the eyes"), "眼部无遮挡", mark("Move the hair out of the eyes.")),
    "glare": (mark("No glare on glasses"), "眼镜无反光", mark("Take the glasses off or move the light.")),
    "red_eyes": (mark("No red eyes"), "无红眼", mark("Take the picture without a flash at the lens.")),
    "head_covering": (mark("Head covering"), "头部遮盖物", mark("Only allowed for religious or medical reasons.")),
    "edit_provenance": (
        mark("Edits"),
        "编辑记录",
        mark("This document refuses changed pictures: start from the untouched photo."),
    ),
}
"""id: (English, Chinese, advice)."""

UNITS: dict[str, str] = {
    "degrees": "°",
    "ratio": "",
    "0-100": mark("of 100"),
    "times enlarged": "×",
    "L*": mark("of 100"),
    "of skin's L*": mark("of the skin's brightness"),
    "% of width squared": mark("% of the mouth"),
    "% below the chin": mark("% under the chin"),
    "% of width": mark("% of the width"),
    "% of lips": mark("% of the lips"),
    "% of face": mark("% of the face"),
    "% of outline": mark("% of the outline"),
    "% of eyes": mark("% of the eyes"),
    "% of pupil": mark("% of the pupil"),
    "chroma by L*": mark("colour by brightness"),
    "CIELAB units at L* 50": mark("steps of colour"),
    "CIELAB units": mark("steps of colour"),
    "dE00": mark("steps of colour"),
    "bits": mark("bits of 8"),
    "faces": mark("faces"),
    "mm": mark("mm"),
    "px": mark("px"),
    "kB": mark("kB"),
    "dpi": mark("dpi"),
}
"""Units of the checks as people read them. docs/verdict.md defines each."""


def plain_unit(unit: str) -> str:
    """A unit of a check in plain English words."""
    return UNITS.get(unit, unit)
