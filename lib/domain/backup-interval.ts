const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of "30m", "24h" or "7d"; null for anything else. */
export function backupIntervalMs(text: string): number | null {
  const [, count = "", unit = ""] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  const ms = Number(count) * (unitMs[unit] ?? Number.NaN);
  return ms > 0 ? ms : null;
}
