/** The plans that the store makes for statements. */
import { CompiledQuery, type RootOperationNode } from 'kysely';
import type { Store } from '../../src/service/schema.js';

/** The same store, which notes the statements that are sent to it outside of transactions: their texts and their plans. */
export const notePlans = (store: Store): { noted: Store; texts: () => string[]; plans: () => Promise<string[]> } => {
  const nodes: RootOperationNode[] = [];
  const db = store.db.withPlugin({
    transformQuery: ({ node }) => {
      nodes.push(node);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const compile = (node: RootOperationNode) => store.db.getExecutor().compileQuery(node, { queryId: 'explained' });
  const explain = async (node: RootOperationNode): Promise<string> => {
    const { sql, parameters, queryId } = compile(node);
    const explained = { ...CompiledQuery.raw(`explain (costs off) ${sql}`, [...parameters]), queryId };
    const { rows } = await store.db.executeQuery<Record<string, string>>(explained);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  return {
    noted: { ...store, db, now: store.now },
    texts: () => nodes.map((node) => compile(node).sql),
    plans: async () => {
      const plans: string[] = [];
      for (const node of nodes) plans.push(await explain(node));
      return plans;
    },
  };
};
