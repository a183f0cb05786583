// SPDX-License-Identifier: Apache-2.0
// Colours as documents spell them.

export interface Color {
  rgb: string; // "#rrggbb"
  alpha: number; // 0 to 1
}

/** What "#rgb", "#rgba", "#rrggbb" and "#rrggbbaa" mean; undefined for anything else. */
export function colorOf(text: string): Color | undefined {
  const digits = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(text)?.[1];
  if (!digits) return undefined;
  const full = digits.length < 6 ? [...digits].map((digit) => digit + digit).join("") : digits;
  return { rgb: "#" + full.slice(0, 6).toLowerCase(), alpha: full.length === 8 ? parseInt(full.slice(6), 16) / 255 : 1 };
}

export function colorText(color: Color): string {
  const alpha = Math.round(color.alpha * 255);
  return alpha === 255 ? color.rgb : color.rgb + alpha.toString(16).padStart(2, "0");
}
