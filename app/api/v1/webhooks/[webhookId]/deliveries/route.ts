import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { listWebhookDeliveries } from "@/lib/workflows/list-webhook-deliveries";

export const GET = route(endpoints.listWebhookDeliveries, ({ actor, params, query }) =>
  listWebhookDeliveries(actor, { ...params, ...query }),
);
