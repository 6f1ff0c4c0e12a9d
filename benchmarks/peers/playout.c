/* Random hands of four players, ten cards each, follow suit, trumps, points in thirds: deals a second in C.
   cc -O3 -march=native -o playout playout.c && ./playout DEALS */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t state = 1;

static inline uint64_t next(void) {
  uint64_t z = (state += 0x9E3779B97F4A7C15ull);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

static const int worth[10] = {0, 0, 0, 0, 1, 1, 1, 3, 1, 1};

static int play(const uint8_t *deck, int leader, int trump) {
  uint64_t in_suit[4] = {0}, held[4];
  int tricks = 0, thirds = 0, winner = 0;
  for (int place = 0; place < 40; place++) in_suit[deck[place] / 10] |= 1ull << place;
  for (int seat = 0; seat < 4; seat++) held[seat] = 0x3ffull << (10 * seat);
  for (int trick = 0; trick < 10; trick++) {
    uint64_t low = held[leader] & -held[leader];
    held[leader] ^= low;
    int card = deck[__builtin_ctzll(low)], led = card / 10;
    int best = card % 10 + (led == trump ? 10 : 0), sum = worth[card % 10];
    winner = leader;
    for (int step = 1; step < 4; step++) {
      int seat = (leader + step) & 3;
      uint64_t pool = held[seat] & in_suit[led];
      if (!pool) pool = held[seat];
      low = pool & -pool;
      held[seat] ^= low;
      card = deck[__builtin_ctzll(low)];
      sum += worth[card % 10];
      int suit = card / 10, power = card % 10 + (suit == trump ? 10 : 0);
      if (power > best && (suit == led || suit == trump)) best = power, winner = seat;
    }
    if (!(winner & 1)) tricks++, thirds += sum;
    leader = winner;
  }
  return tricks << 8 | thirds << 1 | (winner & 1);
}

int main(int count, char **words) {
  long deals = count > 1 ? atol(words[1]) : 1000000;
  uint8_t deck[40];
  uint64_t check = 0;
  struct timespec from, to;
  for (int card = 0; card < 40; card++) deck[card] = card;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
  for (long deal = 0; deal < deals; deal++) {
    uint64_t bits = 0;
    for (int last = 39; last > 0; last--) {
      bits = last & 1 ? next() : bits >> 32;
      int other = (bits & 0xffffffff) * (last + 1) >> 32;
      uint8_t card = deck[last];
      deck[last] = deck[other], deck[other] = card;
    }
    check += play(deck, next() >> 62, next() >> 62);
  }
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
  double seconds = (to.tv_sec - from.tv_sec) + 1e-9 * (to.tv_nsec - from.tv_nsec);
  printf("%.0f %llu\n", deals / seconds, (unsigned long long)check);
  return 0;
}
