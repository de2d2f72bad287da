import { AppError } from "./errors";

/** Deleting for good needs the exact name typed. Throws invalid_input when it is another. */
export function demandConfirmedName(typed: string, name: string): void {
  if (typed.trim() === name.trim()) return;
  const message = `Type the name exactly as it is: ${name}`;
  throw new AppError("invalid_input", message, { details: { issues: [{ path: "confirmName", message }] } });
}
