"use client";

import encode from "qr";

/** A text as a QR code: dark on white in every theme, as cameras expect it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encode(text, "raw", { border: 2, ecc: "medium" });
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    <svg
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label={label}
      className="size-48 rounded-mark border bg-white"
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
