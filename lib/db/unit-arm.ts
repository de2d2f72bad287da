import "server-only";

/**
 * In which arm a unit was scored, of evaluation `e` of assignment `a`: what was shown decides. A unit that was shown no draft counts as blind, though
 * others of its sample were drafted. Imported work says it itself.
 */
export const unitArm = "case when a.arm = 'drafted' and a.import_id is null and e.shown_draft_id is null then 'blind' else a.arm end";

/** Whether the unit was done on a draft of the assignment's run. */
export const wasShownDraft = "(e.shown_draft_id is not null or a.import_id is not null and a.arm = 'drafted')";
