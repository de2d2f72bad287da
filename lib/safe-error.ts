import "server-only";

/** What a log may say about an error. */
export interface SafeError {
  type: string;
  code?: string;
  message?: string;
  table?: string;
  constraint?: string;
  /** Where it was thrown: functions, files and lines of the code. */
  at: string[];
  cause?: SafeError;
}

const mostFrames = 12;
const mostCauses = 4;

/** SQLSTATE classes whose messages quote rows: invalid data, violated constraints, raised exceptions. Their code and constraint say enough. */
const aboutData = /^(?:22|23|44|P0)...$/;
const fromSystem = /^(?:E[A-Z0-9]{2,}|ERR_[A-Z0-9_]+)$/;
const fromDatabase = /^[0-9A-Z]{5}$/;
/** The database driver's errors without a code. */
const driverWords =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Query read timeout)/;
const engineErrors = ["TypeError", "RangeError", "ReferenceError"];
const quoteMarks = /["'`“”‘’«»][\s\S]*["'`“”‘’«»]/;

interface Known {
  code?: unknown;
  table?: unknown;
  constraint?: unknown;
}

const word = (value: unknown): string | undefined => (typeof value === "string" && /^[\w.-]{1,80}$/.test(value) ? value : undefined);

/**
 * An error without anything a person or a model wrote. Messages, details and parameters of errors quote texts, keys and passwords, so only the messages
 * of Node, of the database's structure and of the language itself are kept, without anything in quotation marks; the rest is said by type, code and
 * place.
 */
export function safeError(thrown: unknown, depth = 0): SafeError {
  if (!(thrown instanceof Error)) return { type: thrown === null ? "null" : typeof thrown, at: [] };
  const { code, table, constraint } = thrown as Known;
  const message = safeMessage(thrown, word(code));
  return {
    type: word(thrown.name) ?? "Error",
    ...(word(code) !== undefined && { code: word(code) as string }),
    ...(message !== null && { message }),
    ...(word(table) !== undefined && { table: word(table) as string }),
    ...(word(constraint) !== undefined && { constraint: word(constraint) as string }),
    at: framesOf(thrown),
    ...(thrown.cause !== undefined && depth < mostCauses && { cause: safeError(thrown.cause, depth + 1) }),
  };
}

function safeMessage(error: Error, code: string | undefined): string | null {
  const isKnown =
    code === undefined
      ? engineErrors.includes(error.name) || driverWords.test(error.message)
      : fromSystem.test(code) || (fromDatabase.test(code) && !aboutData.test(code) && !("clientVersion" in error));
  return isKnown ? error.message.replace(quoteMarks, "…").slice(0, 300) : null;
}

/** The frames of a stack. What comes before them repeats the message, which may itself look like frames. */
function framesOf({ stack = "", message }: Error): string[] {
  const at = message === "" ? 0 : stack.indexOf(message);
  if (at === -1) return [];
  return stack
    .slice(at + message.length)
    .split("\n")
    .filter((line) => /^ {4}at /.test(line))
    .slice(0, mostFrames)
    .map((line) => line.slice(7));
}
