import { z } from 'zod';

const schema = z.object({
  /** Access to the cluster, for kubectl and helm. */
  KUBECONFIG: z.string().min(1),
  /** A command that makes image archives known to the nodes; it gets their paths as arguments. */
  CLUSTER_IMPORT: z.string().min(1),
  /** A folder on the only node, for volumes of a cluster that does not create volumes itself. */
  CLUSTER_VOLUMES: z.string().startsWith('/').optional(),
  /** `imported`: an earlier run has imported the images of this checkout. */
  CLUSTER_IMAGES: z.enum(['imported']).optional(),
});
export type ClusterEnv = z.output<typeof schema>;

/** Null where no cluster is given. */
export function readClusterEnv(): ClusterEnv | null {
  const { KUBECONFIG, CLUSTER_IMPORT, CLUSTER_VOLUMES, CLUSTER_IMAGES } = process.env;
  if (KUBECONFIG === undefined && CLUSTER_IMPORT === undefined) return null;
  return schema.parse({ KUBECONFIG, CLUSTER_IMPORT, CLUSTER_VOLUMES, CLUSTER_IMAGES });
}
