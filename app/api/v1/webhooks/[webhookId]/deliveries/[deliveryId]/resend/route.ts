import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { resendWebhookDelivery } from "@/lib/workflows/resend-webhook-delivery";

export const POST = route(endpoints.resendWebhookDelivery, ({ actor, params }) => resendWebhookDelivery(actor, params));
