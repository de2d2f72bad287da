import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { addComment } from "@/lib/workflows/add-comment";
import { listComments } from "@/lib/workflows/list-comments";

export const GET = route(endpoints.listComments, ({ actor, query }) => listComments(actor, query));
export const POST = route(endpoints.addComment, ({ actor, body }) => addComment(actor, body));
