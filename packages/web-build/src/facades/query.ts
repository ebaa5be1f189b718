// The part of React Query that the house uses, shared once by the shell. An unlisted name is a compile error
// everywhere.
export {
  MutationCache,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  keepPreviousData,
  queryOptions,
  skipToken,
  useInfiniteQuery,
  useIsFetching,
  useIsMutating,
  useMutation,
  useMutationState,
  useQueries,
  useQuery,
  useQueryClient,
} from '#query';
export type { QueryKey, UseMutationOptions, UseMutationResult, UseQueryOptions, UseQueryResult } from '#query';
