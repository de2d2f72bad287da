import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { deleteComment } from "@/lib/workflows/delete-comment";

export const DELETE = route(endpoints.deleteComment, ({ actor, params }) => deleteComment(actor, params));
