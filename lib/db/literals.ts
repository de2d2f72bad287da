import "server-only";
import {
  type BinaryOperationNode,
  ColumnNode,
  type LimitNode,
  type OperationNode,
  OperationNodeTransformer,
  PrimitiveValueListNode,
  type QueryId,
  ReferenceNode,
  ValueListNode,
  ValueNode,
} from "kysely";

/** Columns of few different values. */
const columns: ReadonlySet<string> = new Set(["status", "purpose", "kind", "variant"]);

/**
 * Writes into statements what the server must know to plan them once for all values: of which state rows are asked for, and that one is enough. As
 * parameters, it would expect most of a large table, find each plan for given values cheaper than that, and plan every statement again whenever it is
 * sent: for a save or the next sample, longer than it takes to execute.
 */
class Literals extends OperationNodeTransformer {
  protected override transformLimit(node: LimitNode, queryId?: QueryId): LimitNode {
    const { limit } = node;
    if (ValueNode.is(limit) && limit.value === 1) return { ...node, limit: ValueNode.createImmediate(1) };
    return super.transformLimit(node, queryId);
  }

  protected override transformBinaryOperation(node: BinaryOperationNode, queryId?: QueryId): BinaryOperationNode {
    const own = super.transformBinaryOperation(node, queryId);
    return isOfFew(own.leftOperand) ? { ...own, rightOperand: written(own.rightOperand) } : own;
  }
}

const isOfFew = (node: OperationNode): boolean =>
  ReferenceNode.is(node) && ColumnNode.is(node.column) && columns.has(node.column.column.name);

/** Our own words for states are; values of anything else stay parameters. */
const isWord = (value: unknown): value is string => typeof value === "string" && /^[a-z]+(?:-[a-z]+)*$/.test(value);

function written(node: OperationNode): OperationNode {
  if (ValueNode.is(node) && isWord(node.value)) return ValueNode.createImmediate(node.value);
  if (PrimitiveValueListNode.is(node) && node.values.every(isWord)) return ValueListNode.create(node.values.map(ValueNode.createImmediate));
  return node;
}

export const literals = new Literals();
