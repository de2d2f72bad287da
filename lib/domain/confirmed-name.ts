import { AppError } from "./errors";

/** Permanent deletion requires typing the exact name. Throws invalid_input when it differs. */
export function demandConfirmedName(typed: string, name: string): void {
  if (typed.trim() === name.trim()) return;
  const message = `Type the exact name: ${name}`;
  throw new AppError("invalid_input", message, { details: { issues: [{ path: "confirmName", message }] } });
}
