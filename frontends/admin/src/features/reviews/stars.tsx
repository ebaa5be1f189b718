/** One to five stars; screen readers announce the number. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span>
      <span aria-hidden>
        {'★'.repeat(rating)}
        {'☆'.repeat(5 - rating)}
      </span>
      <span className="visually-hidden">{rating} of 5</span>
    </span>
  );
}
