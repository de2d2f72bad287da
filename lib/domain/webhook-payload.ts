import type { DeliveredEvent } from "./webhook";

interface Happening {
  webhookId: string;
  event: DeliveredEvent;
  key: string;
  project: { id: string; name: string };
  at: Date;
  data: Record<string, unknown>;
}

/** A delivery and the body that it sends, for any event: ids to look things up by, no texts and no people's names. */
export const newDelivery = ({ webhookId, event, key, project, at, data }: Happening) => ({
  webhookId,
  event,
  key,
  payload: { event, at: at.toISOString(), project, data },
});
