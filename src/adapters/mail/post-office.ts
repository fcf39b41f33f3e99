import { type Letter, Mail } from '../../domain/accounts/ports.ts';
import { compose } from './letters.ts';
import type { Postman } from './provider.ts';

/** Writes the product's letters and gives them to whoever carries mails here. */
export class PostOffice extends Mail {
  private readonly postman: Postman;

  constructor(postman: Postman) {
    super();
    this.postman = postman;
  }

  send(letter: Letter): Promise<void> {
    return this.postman.send(compose(letter));
  }
}
