import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { saveRetention } from "@/lib/workflows/save-retention";

export const PUT = route(endpoints.saveRetention, ({ actor, body }) => saveRetention(actor, body));
