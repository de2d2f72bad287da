import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { listMentions } from "@/lib/workflows/list-mentions";

export const GET = route(endpoints.listMentions, ({ actor }) => listMentions(actor));
