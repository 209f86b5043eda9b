/* Checks "moya.digest/1" with more test vectors: long data, and keys that are longer than a block. Also tests several
 * threads, and uses after the provider is destroyed. */
#include "plugin_calls.h"

#include <moya/plugin/digest.h>
#include <pthread.h>

static const moya_digest *digest;
static moya_status create(const moya_host *host, moya_context *self, void **instance) {
  (void)self, (void)instance;
  digest = host->get_extension(MOYA_DIGEST);
  EXPECT(digest && digest->reserved == 0 && digest == host->get_extension("moya.digest/1"));
  return digest ? MOYA_OK : MOYA_ERROR_PLUGIN_ABI;
}
static const moya_plugin hashing = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.hashing", .version = "1", .create = create};

static void to_hex(const uint8_t *bytes, size_t len, char *text) {
  *text = 0;
  for (size_t i = 0; i < len; i++) sprintf(text + 2 * i, "%02x", bytes[i]);
}

/* The hashes of a million times "a" (RFC 1321, FIPS 180-4) and of no bytes. */
enum { MILLION = 1000000 };
static char *million;
static const struct {
  moya_hash kind;
  size_t len;
  const char *sum;
} hashes[] = {
    {MOYA_HASH_MD5, MILLION, "7707d6ae4e027c70eea2a935c2296f21"},
    {MOYA_HASH_SHA1, MILLION, "34aa973cd4c4daa4f61eeb2bdbad27316534016f"},
    {MOYA_HASH_SHA256, MILLION, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
    {MOYA_HASH_SHA512, MILLION,
     "e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973ebde0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4"
     "eadb217ad8cc09b"},
    {MOYA_HASH_SHA1, 0, "da39a3ee5e6b4b0d3255bfef95601890afd80709"},
    {MOYA_HASH_SHA512, 0,
     "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a"
     "538327af927da3e"},
};
static void long_and_empty(void) {
  for (size_t row = 0; row < COUNT(hashes); row++) {
    uint8_t sum[MOYA_MOST_HASH];
    char text[2 * MOYA_MOST_HASH + 1];
    for (int without = 0; without < 2; without++) {
      if (without && hashes[row].len > 0) continue;
      to_hex(sum, digest->hash(hashes[row].kind, without ? NULL : million, hashes[row].len, sum), text);
      EXPECT(strcmp(text, hashes[row].sum) == 0, "%d of %zu: %s", hashes[row].kind, hashes[row].len, text);
    }
  }
}

/* Computes the test cases 1, 3 and 6 of RFC 2202 and RFC 4231. Their keys repeat one byte. */
static void keys(void) {
  static const char hi[] = "Hi There", larger[] = "Test Using Larger Than Block-Size Key - Hash Key First";
  static const struct {
    moya_hash kind;
    uint8_t key;
    size_t key_len;
    const char *data; /* NULL: 50 bytes 0xdd */
    const char *sum;
  } rows[] = {
      {MOYA_HASH_MD5, 0x0b, 16, hi, "9294727a3638bb1c13f48ef8158bfc9d"},
      {MOYA_HASH_MD5, 0xaa, 16, NULL, "56be34521d144c88dbb8c733f0e8b3f6"},
      {MOYA_HASH_MD5, 0xaa, 80, larger, "6b1ab7fe4bd7bf8f0b62e6ce61b9d0cd"},
      {MOYA_HASH_SHA1, 0x0b, 20, hi, "b617318655057264e28bc0b6fb378c8ef146be00"},
      {MOYA_HASH_SHA1, 0xaa, 20, NULL, "125d7342b9ac11cd91a39af48aa17b4f63f175d3"},
      {MOYA_HASH_SHA1, 0xaa, 80, larger, "aa4ae5e15272d00e95705637ce8a3b55ed402112"},
      {MOYA_HASH_SHA256, 0x0b, 20, hi, "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"},
      {MOYA_HASH_SHA256, 0xaa, 20, NULL, "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"},
      {MOYA_HASH_SHA256, 0xaa, 131, larger, "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"},
      {MOYA_HASH_SHA512, 0x0b, 20, hi,
       "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cdedaa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f17"
       "02e696c203a126854"},
      {MOYA_HASH_SHA512, 0xaa, 20, NULL,
       "fa73b0089d56a284efb0f0756c890be9b1b5dbdd8ee81a3655f83e33b2279d39bf3e848279a722c806b485a47e67c807b946a337bee8942"
       "674278859e13292fb"},
      {MOYA_HASH_SHA512, 0xaa, 131, larger,
       "80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f3526b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0ae"
       "c8b915a985d786598"},
  };
  uint8_t fifty[50];
  memset(fifty, 0xdd, sizeof fifty);
  for (size_t row = 0; row < COUNT(rows); row++) {
    uint8_t key[131], sum[MOYA_MOST_HASH];
    char text[2 * MOYA_MOST_HASH + 1];
    memset(key, rows[row].key, sizeof key);
    const void *data = rows[row].data ? (const void *)rows[row].data : fifty;
    size_t len = rows[row].data ? strlen(rows[row].data) : sizeof fifty;
    to_hex(sum, digest->hmac(rows[row].kind, key, rows[row].key_len, data, len, sum), text);
    EXPECT(strcmp(text, rows[row].sum) == 0, "%d, %zu: %s", rows[row].kind, rows[row].key_len, text);
  }
}

/* The functions write only as many bytes as the hash has. */
static void room(void) {
  static const struct {
    moya_hash kind;
    size_t len;
  } rows[] = {{MOYA_HASH_MD5, 16}, {MOYA_HASH_SHA1, 20}, {MOYA_HASH_SHA256, 32}, {MOYA_HASH_SHA512, 64}};
  for (size_t row = 0; row < COUNT(rows); row++) {
    uint8_t sum[MOYA_MOST_HASH + 1], keyed[MOYA_MOST_HASH + 1];
    memset(sum, 0x5a, sizeof sum);
    memset(keyed, 0x5a, sizeof keyed);
    EXPECT(digest->hash(rows[row].kind, "abc", 3, sum) == rows[row].len);
    EXPECT(digest->hmac(rows[row].kind, "key", 3, "abc", 3, keyed) == rows[row].len);
    EXPECT(memcmp(sum, keyed, rows[row].len) != 0);
    for (size_t i = rows[row].len; i < sizeof sum; i++) EXPECT(sum[i] == 0x5a && keyed[i] == 0x5a, "byte %zu", i);
  }
}

static void *hash_elsewhere(void *user) {
  (void)user;
  for (int i = 0; i < often(20); i++) {
    uint8_t bytes[2][40];
    long_and_empty();
    keys();
    EXPECT(digest->random(bytes[0], 40) == 1 && digest->random(bytes[1], 40) == 1);
    EXPECT(memcmp(bytes[0], bytes[1], 40) != 0);
  }
  return NULL;
}
static void on_threads(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) EXPECT(pthread_create(&threads[i], NULL, hash_elsewhere, NULL) == 0);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
}

/* After several fills, each byte of the block has changed, and the byte after the block has not. */
static void random_blocks(void) {
  static const size_t sizes[] = {1, 7, 32, 4096, 70000};
  for (size_t row = 0; row < COUNT(sizes); row++) {
    size_t len = sizes[row];
    uint8_t *block = calloc(len + 1, 1), *seen = calloc(len, 1);
    block[len] = 0x5a;
    for (int fill = 0; fill < 16; fill++) {
      EXPECT(digest->random(block, len) == 1);
      for (size_t i = 0; i < len; i++) seen[i] |= block[i];
    }
    size_t untouched = 0;
    for (size_t i = 0; i < len; i++) untouched += seen[i] == 0;
    EXPECT(untouched == 0 && block[len] == 0x5a, "%zu bytes: %zu untouched", len, untouched);
    free(block);
    free(seen);
  }
}

int main(void) {
  moya_provider *provider = new_provider(NULL);
  EXPECT_STATUS(moya_provider_add_plugin(provider, &hashing, NULL, NULL), MOYA_OK);
  /* The table of functions belongs to the process, so it is valid after the provider is destroyed. */
  moya_provider_destroy(provider);
  if (!digest) return verdict();
  million = malloc(MILLION);
  memset(million, 'a', MILLION);
  TEST("hashes of a million bytes and of no bytes are those of their standards", long_and_empty);
  TEST("keyed hashes of short and long keys are those of RFC 2202 and RFC 4231", keys);
  TEST("a hash writes its own length and no more", room);
  TEST("random fills a block of any size, and nothing after it", random_blocks);
  TEST("threads hash at the same time", on_threads);
  free(million);
  return verdict();
}
