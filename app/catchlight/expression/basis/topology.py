"""Which of the 468 vertices of the canonical face are lips, lids, brows: contours in a fixed order, image-left first.

Image-left is the person's right. Vertices as MediaPipe numbers them (canonical_face_model.obj).
"""

from __future__ import annotations

from itertools import chain

VERTICES = 468

# fmt: off
LIP_IN_UPPER = (78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308)
LIP_IN_LOWER = (78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308)
LIP_OUT_UPPER = (61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291)
LIP_OUT_LOWER = (61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291)
UPPER_LIDS = ((33, 246, 161, 160, 159, 158, 157, 173, 133), (263, 466, 388, 387, 386, 385, 384, 398, 362))
"""Right eye, left eye; each from the outer to the inner corner, as the lower lids."""
LOWER_LIDS = ((33, 7, 163, 144, 145, 153, 154, 155, 133), (263, 249, 390, 373, 374, 380, 381, 382, 362))
CREASES = ((247, 30, 29, 27, 28, 56, 190), (467, 260, 259, 257, 258, 286, 414))
UNDER = ((25, 110, 24, 23, 22, 26, 112), (255, 339, 254, 253, 252, 256, 341))
BROWS_LOW = ((46, 53, 52, 65, 55), (276, 283, 282, 295, 285))
BROWS_HIGH = ((70, 63, 105, 66, 107), (300, 293, 334, 296, 336))
OVAL = (10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149,
        150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109)
NOSE = (1, 2, 4, 5, 6, 168, 195, 197, 98, 327, 97, 326, 129, 358, 49, 279, 48, 278, 115, 344, 64, 294)
CHEEK_TOPS = (116, 345, 117, 346, 118, 347)
# fmt: on
EYES = tuple(zip(UPPER_LIDS, LOWER_LIDS, strict=True))
MOUTH_CORNERS = (61, 291)

LIPS = tuple(sorted({*LIP_IN_UPPER, *LIP_IN_LOWER, *LIP_OUT_UPPER, *LIP_OUT_LOWER}))
LIDS = tuple(sorted(set(chain(*UPPER_LIDS, *LOWER_LIDS))))
BROWS = tuple(sorted(set(chain(*BROWS_LOW, *BROWS_HIGH))))
UPPER_FACE = tuple(sorted({*LIDS, *BROWS}))

GROUPS: dict[str, tuple[int, ...]] = {
    "lips": LIPS,
    "lids": LIDS,
    "brows": BROWS,
    "upper_face": UPPER_FACE,
    "oval": OVAL,
    "nose": NOSE,
    "cheek_tops": CHEEK_TOPS,
    "lip_in_upper": LIP_IN_UPPER,
    "lip_out_upper": LIP_OUT_UPPER,
}
"""Groups that data files may name as what stays still."""
