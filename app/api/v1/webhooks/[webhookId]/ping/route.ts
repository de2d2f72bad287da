import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { pingWebhook } from "@/lib/workflows/ping-webhook";

export const POST = route(endpoints.pingWebhook, ({ actor, params }) => pingWebhook(actor, params));
