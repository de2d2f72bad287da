const pattern = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?\s*(Z|[+-](?:0\d|1[0-4]):?[0-5]\d)?$/i;

// The usual form of a time, on any day that exists but 29 February, which is left to the calendar. Most of a file's times are read by this alone.
// PostgreSQL knows no year 0.
const usual =
  /^(?!0000)\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{3})?Z$/;

export interface ReadTime {
  /** ISO with zone, in UTC. */
  iso: string;
  hasZone: boolean;
}

/**
 * Reads `2023-05-29T06:22:10+02:00`, `2023-05-29 06:22:10` and shorter forms; null if the text is not such a time or the day does not exist.
 * A time without a zone is read as UTC and says so, so that the reader can warn. Other notations are refused: 03/04/2023 has two meanings.
 */
export function readTime(text: string): ReadTime | null {
  if (usual.test(text)) return { iso: text.length === 20 ? `${text.slice(0, 19)}.000Z` : text, hasZone: true };
  const match = pattern.exec(text.trim());
  if (!match) return null;
  const [, year, month, day, hour = "00", minute = "00", second = "00", fraction = "0", zone] = match;
  const local = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  const written = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  if (Number.isNaN(local) || new Date(local).toISOString().slice(0, 19) !== written) return null;
  const time = new Date(local - offsetMs(zone) + Math.floor(Number(`0.${fraction}`) * 1000));
  return { iso: time.toISOString(), hasZone: zone !== undefined };
}

function offsetMs(zone: string | undefined): number {
  if (zone === undefined || zone.toUpperCase() === "Z") return 0;
  const digits = zone.slice(1).replace(":", "");
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return (zone.startsWith("-") ? -1 : 1) * minutes * 60_000;
}
