export interface Fields {
  [name: string]: string | Fields | undefined;
}
export interface FakeResponse {
  status: number;
  json: unknown;
}
type Row = Record<string, any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- Stripe's JSON, as documented
type Route = [pattern: RegExp, handler: (id: string, fields: Fields) => Row];

class StripeRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(`Stripe would refuse this: ${code}.`);
    this.status = status;
    this.code = code;
  }
}

const monthSeconds = 30 * 86_400;
const list = (data: Row[], url = '/v1/list'): Row => ({ object: 'list', url, has_more: false, data });

const isCreatedWithin = (row: Row, created: Fields[string]): boolean =>
  typeof created !== 'object' || row['created'] >= Number(created['gte']);

const defaultPageSize = 10;
const maxPageSize = 100;

/** A page of a list as Stripe's API returns it: newest first, at most `limit` objects after `starting_after`. */
function pageOf(all: Row, { limit, starting_after: after }: Fields): Row {
  const size = limit === undefined ? defaultPageSize : Number(limit);
  if (!Number.isInteger(size) || size < 1 || size > maxPageSize)
    throw new StripeRefusal(400, 'parameter_invalid_integer');
  const rows = (all['data'] as Row[]).toReversed();
  const last = rows.findIndex(({ id }) => id === after);
  if (after !== undefined && last === -1) throw new StripeRefusal(404, 'resource_missing');
  const data = rows.slice(last + 1, last + 1 + size);
  return { ...all, data, has_more: last + 1 + size < rows.length };
}

/**
 * Stores objects and events in the shapes of Stripe's API reference, and performs the actions of cardholders and of
 * Stripe's dashboard.
 */
export class FakeStripe {
  readonly events: Row[] = [];
  /** Ids of subscriptions that keep running although Stripe accepts their cancellation. */
  readonly endless = new Set<string>();
  readonly #rows = new Map<string, Row>();
  #count = 0;
  /** Unix seconds; moved forward by each renewal. */
  #now = Math.floor(Date.now() / 1000);

  readonly #routes: Readonly<Record<string, Route[]>> = {
    GET: [
      [
        /^\/v1\/customers\/search$/,
        (_id, { query }) =>
          list(this.#all('customer').filter(({ metadata }) => String(query).includes(`'${metadata.userId}'`))),
      ],
      [
        /^\/v1\/prices$/,
        (_id, { lookup_keys: keys }) =>
          list(this.#all('price').filter(({ lookup_key: key }) => Object.values((keys ?? {}) as Fields).includes(key))),
      ],
      [
        /^\/v1\/subscriptions$/,
        (_id, { status, created }) =>
          list(
            this.#all('subscription').filter(
              (each) => (status === 'all' || each['status'] === status) && isCreatedWithin(each, created),
            ),
          ),
      ],
      [
        /^\/v1\/payment_intents$/,
        (_id, { customer, created }) =>
          list(
            this.#all('payment_intent').filter(
              (each) => (!customer || each['customer'] === customer) && isCreatedWithin(each, created),
            ),
          ),
      ],
      [
        /^\/v1\/invoices$/,
        (_id, { subscription, status }) =>
          list(
            this.#all('invoice').filter(
              (each) => each['parent'].subscription_details.subscription === subscription && each['status'] === status,
            ),
          ),
      ],
      [
        /^\/v1\/charges$/,
        (_id, { customer }) => list(this.#all('charge').filter((each) => each['customer'] === customer)),
      ],
      [/^\/v1\/disputes$/, (_id, { charge }) => list(this.#all('dispute').filter((each) => each['charge'] === charge))],
      [
        /^\/v1\/invoice_payments$/,
        (_id, { payment }) =>
          list(
            this.#all('invoice').flatMap((invoice) =>
              invoice['payments'].data
                .filter((each: Row) => each['payment'].payment_intent === (payment as Fields)['payment_intent'])
                .map((each: Row) => ({ ...each, invoice })),
            ),
          ),
      ],
      [/^\/v1\/subscriptions\/(\w+)$/, (id) => this.#expand(this.#get(id), 'latest_invoice')],
      [/^\/v1\/payment_intents\/(\w+)$/, (id) => this.#expand(this.#get(id), 'latest_charge')],
      [/^\/v1\/prices\/(\w+)$/, (id) => this.#get(id)],
    ],
    POST: [
      [/^\/v1\/customers$/, (_id, { metadata }) => this.#create('cus', 'customer', { metadata: metadata ?? {} })],
      [
        /^\/v1\/prices$/,
        (_id, fields) =>
          this.#create('price', 'price', {
            active: true,
            unit_amount: Number(fields['unit_amount']),
            currency: fields['currency'],
            lookup_key: fields['lookup_key'],
            recurring: fields['recurring'],
          }),
      ],
      [
        /^\/v1\/coupons$/,
        (_id, fields) =>
          this.#create('co', 'coupon', { amount_off: Number(fields['amount_off']), duration: fields['duration'] }),
      ],
      [/^\/v1\/subscriptions$/, (_id, fields) => this.#expand(this.#createSubscription(fields), 'latest_invoice')],
      [
        /^\/v1\/subscriptions\/(\w+)$/,
        (id, fields) => this.#change(id, { cancel_at_period_end: fields['cancel_at_period_end'] === 'true' }),
      ],
      [
        /^\/v1\/payment_intents$/,
        (_id, fields) =>
          this.#createIntent(fields['customer'] as string, Number(fields['amount']), (fields['metadata'] ?? {}) as Row),
      ],
      [/^\/v1\/payment_intents\/(\w+)\/cancel$/, (id) => this.#cancelIntent(id)],
      [/^\/v1\/invoices\/(\w+)\/void$/, (id) => this.#voidInvoice(id)],
      [
        /^\/v1\/billing_portal\/sessions$/,
        (_id, { return_url: url }) =>
          this.#create('bps', 'billing_portal.session', {
            url: `https://billing.example.com/session?back=${encodeURIComponent(String(url))}`,
          }),
      ],
    ],
    DELETE: [
      [/^\/v1\/subscriptions\/(\w+)$/, (id) => this.#endSubscription(id, 'cancellation_requested')],
      [/^\/v1\/customers\/(\w+)$/, (id) => this.#deleteCustomer(id)],
    ],
  };

  handle(method: string, path: string, fields: Fields): FakeResponse {
    try {
      for (const [pattern, handler] of this.#routes[method] ?? []) {
        const match = pattern.exec(path);
        if (!match) continue;
        const json = handler(match[1] ?? '', fields);
        const isPaged = json['object'] === 'list' && !path.endsWith('/search');
        return { status: 200, json: isPaged ? pageOf(json, fields) : json };
      }
      throw new StripeRefusal(404, 'unknown_route');
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      return {
        status: error.status,
        json: { error: { type: 'invalid_request_error', code: error.code, message: error.message } },
      };
    }
  }

  /** The cardholder confirms the payment that a client secret belongs to. */
  confirm(clientSecret: string): void {
    const intent = this.#all('payment_intent').find(({ client_secret: secret }) => secret === clientSecret);
    if (!intent || intent['status'] !== 'requires_payment_method') throw new Error('The payment is not payable.');
    this.#pay(intent);
    const invoice = this.#all('invoice').find(
      ({ payments }) => payments.data[0].payment.payment_intent === intent['id'],
    );
    if (!invoice) return;
    this.#markInvoicePaid(invoice);
    this.#emit(
      'customer.subscription.updated',
      this.#change(invoice['parent'].subscription_details.subscription, { status: 'active' }),
    );
  }

  /** A month passes: the next period starts, and its invoice is paid or fails. */
  renew(id: string, isPaid: boolean): void {
    const subscription = this.#get(id);
    const item = subscription['items'].data[0];
    Object.assign(item, {
      current_period_start: item.current_period_end,
      current_period_end: item.current_period_end + monthSeconds,
    });
    this.#now = item.current_period_start;
    const invoice = this.#createInvoice(subscription, item.price.unit_amount);
    if (isPaid) {
      this.#pay(this.#get(invoice['payments'].data[0].payment.payment_intent));
      this.#markInvoicePaid(invoice);
    } else {
      this.#emit('invoice.payment_failed', invoice);
    }
    this.#emit(
      'customer.subscription.updated',
      this.#change(id, { latest_invoice: invoice['id'], status: isPaid ? 'active' : 'past_due' }),
    );
  }

  refund(intentId: string, amount: number): void {
    const charge = this.#chargeOf(intentId);
    charge['amount_refunded'] += amount;
    charge['refunds'].data.push({
      id: this.#newId('re'),
      object: 'refund',
      amount,
      status: 'succeeded',
      created: this.#now,
    });
    this.#emit('charge.refunded', charge);
  }

  loseDispute(intentId: string): void {
    const charge = this.#chargeOf(intentId);
    charge['disputed'] = true;
    this.#emit(
      'charge.dispute.closed',
      this.#create('du', 'dispute', {
        charge: charge['id'],
        payment_intent: intentId,
        status: 'lost',
        amount: charge['amount'],
      }),
    );
  }

  /** The payment intent of a subscription's latest invoice, or the intent itself. */
  intentOf(id: string): string {
    return id.startsWith('sub_')
      ? (this.#get(this.#get(id)['latest_invoice'])['payments'].data[0].payment.payment_intent as string)
      : id;
  }

  #createSubscription(fields: Fields): Row {
    const items = fields['items'] as Record<string, Fields>;
    const price = this.#get(String(items['0']?.['price']));
    const discounts = (fields['discounts'] ?? {}) as Record<string, Fields>;
    const coupon = discounts['0'] ? this.#get(String(discounts['0']['coupon'])) : null;
    const item = {
      id: this.#newId('si'),
      price,
      current_period_start: this.#now,
      current_period_end: this.#now + monthSeconds,
    };
    const subscription = this.#create('sub', 'subscription', {
      customer: fields['customer'],
      currency: price['currency'],
      status: 'incomplete',
      metadata: fields['metadata'],
      start_date: this.#now,
      cancel_at_period_end: false,
      ended_at: null,
      cancellation_details: { reason: null },
      items: list([item]),
    });
    subscription['latest_invoice'] = this.#createInvoice(
      subscription,
      price['unit_amount'] - (coupon?.['amount_off'] ?? 0),
    )['id'];
    this.#emit('customer.subscription.created', subscription);
    return subscription;
  }

  #createInvoice(subscription: Row, amount: number): Row {
    const intent = this.#createIntent(subscription['customer'], amount, {});
    const { current_period_start: start, current_period_end: end } = subscription['items'].data[0];
    return this.#create('in', 'invoice', {
      customer: subscription['customer'],
      status: 'open',
      amount_due: amount,
      amount_paid: 0,
      status_transitions: { paid_at: null },
      lines: list([{ id: this.#newId('il'), period: { start, end } }]),
      parent: {
        type: 'subscription_details',
        subscription_details: { subscription: subscription['id'], metadata: subscription['metadata'] },
      },
      payments: list([
        {
          id: this.#newId('inpay'),
          object: 'invoice_payment',
          payment: { type: 'payment_intent', payment_intent: intent['id'] },
        },
      ]),
      confirmation_secret: { type: 'payment_intent', client_secret: intent['client_secret'] },
    });
  }

  #createIntent(customer: string, amount: number, metadata: Row): Row {
    const intent = this.#create('pi', 'payment_intent', {
      customer,
      amount,
      amount_received: 0,
      currency: 'gbp',
      metadata,
      status: 'requires_payment_method',
      latest_charge: null,
    });
    intent['client_secret'] = `${intent['id']}_secret`;
    return intent;
  }

  #pay(intent: Row): void {
    const charge = this.#create('ch', 'charge', {
      customer: intent['customer'],
      payment_intent: intent['id'],
      amount: intent['amount'],
      amount_refunded: 0,
      currency: 'gbp',
      status: 'succeeded',
      disputed: false,
      refunds: list([]),
      payment_method_details: { type: 'card', card: { fingerprint: 'fingerprint-of-a-card' } },
    });
    Object.assign(intent, { status: 'succeeded', amount_received: intent['amount'], latest_charge: charge['id'] });
    this.#emit('payment_intent.succeeded', intent);
  }

  #markInvoicePaid(invoice: Row): void {
    Object.assign(invoice, {
      status: 'paid',
      amount_paid: invoice['amount_due'],
      status_transitions: { paid_at: this.#now },
    });
    this.#emit('invoice.paid', invoice);
  }

  #cancelIntent(id: string): Row {
    if (this.#get(id)['status'] === 'succeeded') throw new StripeRefusal(400, 'payment_intent_unexpected_state');
    return this.#change(id, { status: 'canceled' });
  }

  #voidInvoice(id: string): Row {
    const invoice = this.#get(id);
    if (invoice['status'] !== 'open') throw new StripeRefusal(400, 'invoice_not_editable');
    this.#change(invoice['payments'].data[0].payment.payment_intent, { status: 'canceled' });
    this.#change(invoice['parent'].subscription_details.subscription, {
      status: 'incomplete_expired',
      ended_at: this.#now,
    });
    return this.#change(id, { status: 'void' });
  }

  #endSubscription(id: string, reason: string): Row {
    if (['canceled', 'incomplete_expired'].includes(this.#get(id)['status'] as string))
      throw new StripeRefusal(404, 'resource_missing');
    if (this.endless.has(id)) return this.#get(id);
    const ended = this.#change(id, { status: 'canceled', ended_at: this.#now, cancellation_details: { reason } });
    this.#emit('customer.subscription.deleted', ended);
    return ended;
  }

  #deleteCustomer(id: string): Row {
    for (const { id: subscription, status, customer } of this.#all('subscription'))
      if (customer === id && status !== 'canceled')
        this.#endSubscription(subscription as string, 'cancellation_requested');
    this.#rows.delete(id);
    return { id, object: 'customer', deleted: true };
  }

  #chargeOf(intentId: string): Row {
    return this.#get(this.#get(intentId)['latest_charge']);
  }

  #create(prefix: string, object: string, fields: Row): Row {
    const row = { id: this.#newId(prefix), object, created: this.#now, ...fields };
    this.#rows.set(row.id, row);
    return row;
  }

  #newId(prefix: string): string {
    this.#count += 1;
    return `${prefix}_${String(this.#count).padStart(6, '0')}`;
  }

  #get(id: unknown): Row {
    const row = this.#rows.get(String(id));
    if (!row) throw new StripeRefusal(404, 'resource_missing');
    return row;
  }

  #all(object: string): Row[] {
    return [...this.#rows.values()].filter((row) => row['object'] === object);
  }

  #change(id: string, fields: Row): Row {
    return Object.assign(this.#get(id), fields);
  }

  #expand(row: Row, field: string): Row {
    return row[field] ? { ...row, [field]: this.#get(row[field]) } : row;
  }

  #emit(type: string, object: Row): void {
    this.events.push({
      id: this.#newId('evt'),
      object: 'event',
      type,
      created: this.#now,
      data: { object: structuredClone(object) },
    });
  }
}
