import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { markMentionsSeen } from "@/lib/workflows/mark-mentions-seen";

export const POST = route(endpoints.markMentionsSeen, ({ actor, body }) => markMentionsSeen(actor, body));
