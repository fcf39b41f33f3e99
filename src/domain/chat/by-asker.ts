import { type Admission, type Asker, Allowance, ModelPolicy } from './ports.ts';

/** Sends each asker to the allowance made for their kind; both settle the same reservations. */
export class AllowanceByAsker extends Allowance {
  private readonly users: Allowance;
  private readonly visitors: Allowance;

  constructor(users: Allowance, visitors: Allowance) {
    super();
    this.users = users;
    this.visitors = visitors;
  }

  reserve(asker: Asker, model: string, kind: 'message' | 'agent' = 'message'): Promise<Admission> {
    return (asker.kind === 'user' ? this.users : this.visitors).reserve(asker, model, kind);
  }

  settle(reservationId: string, outcome: 'charged' | 'refunded'): Promise<void> {
    return this.users.settle(reservationId, outcome);
  }

  resettle(reservationId: string, outcome: 'charged' | 'refunded'): Promise<void> {
    return this.users.resettle(reservationId, outcome);
  }
}

/** Sends each asker to the model policy made for their kind. */
export class ModelPolicyByAsker extends ModelPolicy {
  private readonly users: ModelPolicy;
  private readonly visitors: ModelPolicy;

  constructor(users: ModelPolicy, visitors: ModelPolicy) {
    super();
    this.users = users;
    this.visitors = visitors;
  }

  defaults(asker: Asker) {
    return (asker.kind === 'user' ? this.users : this.visitors).defaults(asker);
  }

  choose(asker: Asker, wished: string | undefined) {
    return (asker.kind === 'user' ? this.users : this.visitors).choose(asker, wished);
  }
}
