import type { Action } from "@/lib/domain/action";
import { AppError } from "@/lib/domain/errors";
import { unknownReason } from "@/lib/domain/reason-book";
import type { CodebookEntry } from "@/lib/domain/reason-codes";

/** Throws invalid_input if an action has a reason code that the project's codebook lacks. */
export function demandKnownReasons(book: readonly CodebookEntry[], actions: readonly Pick<Action, "id" | "reasonCode">[]): void {
  const code = unknownReason(
    book,
    actions.map(({ reasonCode }) => reasonCode),
  );
  if (code === null) return;
  const actionId = actions.find(({ reasonCode }) => reasonCode === code)?.id;
  const message = `This project has no reason "${code}". Its reasons are under Settings, Reasons.`;
  throw new AppError("invalid_input", message, { details: { actionId } });
}
